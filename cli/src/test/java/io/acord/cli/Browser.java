package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a screen, and what a person does with a page. */
final class Browser implements AutoCloseable {

    private static final Path PICTURES = Path.of("target", "studio").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * Starts the browser of this machine. Where there is none the test is skipped, or fails if
     * {@code acord.browser.required} says so.
     */
    static Browser start(Path profile) {
        Optional<Path> browser = find(
                "acord.browser",
                "ACORD_BROWSER",
                "chromium",
                "chromium-browser",
                "google-chrome",
                "google-chrome-stable");
        Optional<Path> guide = find("acord.browser.driver", "ACORD_BROWSER_DRIVER", "chromedriver");
        if (browser.isEmpty() || guide.isEmpty()) {
            String words =
                    "The studio's page is tested in Chromium, and " + (browser.isEmpty() ? "chromium" : "chromedriver")
                            + " was not found. Install both: apt-get install -y chromium chromium-driver"
                            + " (or name them with ACORD_BROWSER and ACORD_BROWSER_DRIVER)";
            if (Boolean.getBoolean("acord.browser.required")) {
                fail(words);
            }
            Assumptions.abort(words);
        }
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + profile);
        LoggingPreferences said = new LoggingPreferences();
        said.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", said);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(guide.orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        Browser started = new Browser(new ChromeDriver(service, options));
        started.size(1440, 960);
        return started;
    }

    /** By property, by environment, on the path, or where systems put it. */
    private static Optional<Path> find(String property, String variable, String... names) {
        String told = System.getProperty(property, System.getenv().getOrDefault(variable, ""));
        if (!told.isBlank()) {
            return Optional.of(Path.of(told)).filter(Files::isExecutable);
        }
        List<String> folders =
                new ArrayList<>(List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)));
        folders.addAll(List.of("/usr/bin", "/usr/local/bin", "/snap/bin", "/usr/lib/chromium", "/opt/google/chrome"));
        return Stream.of(names)
                .flatMap(name -> folders.stream().filter(f -> !f.isBlank()).map(f -> Path.of(f, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** What the system likes: dark or light; and no movements, so that nothing is caught half-way. */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", scheme),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }

    void open(String address) {
        driver.get("about:blank"); // another hash alone would not load anything
        driver.get(address);
    }

    /** By the name that the page gives to tests. */
    WebElement see(String name) {
        return find("[data-test='" + name + "']");
    }

    WebElement find(String css) {
        return await(
                css,
                () -> driver.findElements(By.cssSelector(css)).stream()
                        .findFirst()
                        .orElse(null));
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    void click(String name) {
        see(name).click();
    }

    /** Puts a value into a field as a person does: by keys, over what is there. */
    void write(String name, String value) {
        see(name).sendKeys(Keys.chord(Keys.CONTROL, "a"), value, Keys.ENTER);
    }

    void choose(String name, String value) {
        WebElement select = see(name);
        driver.executeScript(
                "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}));",
                select,
                value);
        assertThat(select.getDomProperty("value")).isEqualTo(value);
    }

    /** Clicks a point of an element, counted from its upper left corner. */
    void clickAt(WebElement element, int x, int y) {
        int width = element.getSize().getWidth();
        int height = element.getSize().getHeight();
        new Actions(driver)
                .moveToElement(element, x - width / 2, y - height / 2)
                .click()
                .perform();
    }

    /** Drags from one point of an element to another. */
    void drag(WebElement element, int fromX, int fromY, int toX, int toY) {
        int width = element.getSize().getWidth();
        int height = element.getSize().getHeight();
        new Actions(driver)
                .moveToElement(element, fromX - width / 2, fromY - height / 2)
                .clickAndHold()
                .moveByOffset(toX - fromX, toY - fromY)
                .release()
                .perform();
    }

    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    void pressWithShift(CharSequence key) {
        new Actions(driver).keyDown(Keys.SHIFT).sendKeys(key).keyUp(Keys.SHIFT).perform();
    }

    String script(String code, Object... arguments) {
        return String.valueOf(driver.executeScript("return " + code, arguments));
    }

    /** Waits until there is something. */
    <T> T await(String what, Supplier<@Nullable T> look) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                T seen = look.get();
                if (seen != null) {
                    return seen;
                }
            } catch (StaleElementReferenceException e) {
                // drawn anew in between
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for " + what + "; the page said: "
                        + driver.findElement(By.tagName("body")).getText());
            }
            try {
                Thread.sleep(40);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }

    void awaitTrue(String what, Supplier<Boolean> look) {
        await(what, () -> look.get() ? Boolean.TRUE : null);
    }

    /** Waits until an element's text has this in it. */
    void awaitText(String name, String part) {
        awaitTrue(name + " to say " + part, () -> see(name).getText().contains(part));
    }

    /** What the console said that was an error. */
    List<String> errors() {
        List<String> errors = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                errors.add(entry.getMessage());
            }
        }
        return errors;
    }

    void picture(String name) throws IOException {
        Files.createDirectories(PICTURES);
        Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
