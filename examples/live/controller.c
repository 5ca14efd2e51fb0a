/* A controller that starts its live agent and speaks to it by pipes: a line of JSON in, a line of JSON out.
 * Needs nothing but a C compiler.
 *
 *     cc -o controller examples/live/controller.c -lm
 *     ./controller south 10 ./acord agent examples/live/south.yaml
 *     ./controller 2 costs.jsonl ./acord agent south.yaml          (lines with round, agent and cost)
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int number_after(const char *line, const char *key) { /* such as "round": in a line of JSON */
    const char *at = strstr(line, key);
    return at ? atoi(at + strlen(key)) : 0;
}

int main(int count, char **words) {
    if (count < 4) {
        fprintf(stderr, "usage: %s AGENT ROUNDS|COSTS.jsonl COMMAND...\n", words[0]);
        return 2;
    }
    int to_member[2], from_member[2];
    if (pipe(to_member) || pipe(from_member)) return 1;
    if (fork() == 0) { /* the member: its input is what we write, its output what we read */
        dup2(to_member[0], 0);
        dup2(from_member[1], 1);
        close(to_member[1]);
        close(from_member[0]);
        execvp(words[3], words + 3);
        perror(words[3]);
        return 1;
    }
    close(to_member[0]);
    close(from_member[1]);
    FILE *out = fdopen(to_member[1], "w"), *in = fdopen(from_member[0], "r");
    FILE *costs = strstr(words[2], ".jsonl") ? fopen(words[2], "r") : NULL;
    char *answer = NULL, *line = NULL, agent[80];
    size_t answer_size = 0, line_size = 0;
    snprintf(agent, sizeof agent, "\"agent\": \"%s\"", words[1]);
    for (int round = 1; costs != NULL || round <= atoi(words[2]); round++) {
        if (costs != NULL) { /* the next line of this agent, as it is */
            do {
                if (getline(&line, &line_size, costs) < 0) return 0; /* the end of our output ends the member */
            } while (strstr(line, agent) == NULL);
            round = number_after(line, "\"round\":");
            fputs(line, out);
        } else { /* what this battery wants, in percent; from sensors, in earnest */
            fprintf(out, "{\"round\": %d, %s, \"cost\": {\"alpha\": 1, \"v\": [%.17g]}}\n", round, agent,
                    50 + 20 * sin(round / 4.0));
        }
        fflush(out);
        do { /* after a restart the last action comes once more */
            if (getline(&answer, &answer_size, in) < 0) return 1;
            fputs(answer, stdout);
            fflush(stdout);
            if (strstr(answer, "\"next\":")) round = number_after(answer, "\"next\":") - 1; /* it is elsewhere */
        } while (number_after(answer, "\"round\":") < round && !strstr(answer, "\"next\":"));
    }
    return 0;
}
