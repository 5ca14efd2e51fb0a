/**
 * The documents as a static site: pages, navigation and search that work from a folder, without a server.
 *
 * <p>Start at {@link io.acord.release.site.SiteBuilder}. {@link io.acord.release.site.Document} is one Markdown file,
 * and knows what its links lead to.
 */
@NullMarked
package io.acord.release.site;

import org.jspecify.annotations.NullMarked;
