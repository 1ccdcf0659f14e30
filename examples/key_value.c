/* Expected: false(valid-deref) with --property valid-memsafety.
 *
 * Splits "key=value". The length of the value is checked, the length of the key is not: a key of eight or more
 * characters runs into the value, one of sixteen or more leaves the struct. */
#include <string.h>

extern char __VERIFIER_nondet_char(void);

struct entry {
    char key[8];
    char value[8];
};

static int parse(struct entry *entry, const char *text)
{
    size_t i = 0;
    while (text[i] != '\0' && text[i] != '=') {
        entry->key[i] = text[i];
        i++;
    }
    if (text[i] != '=')
        return 0;
    entry->key[i] = '\0';
    const char *value = text + i + 1;
    if (strlen(value) >= sizeof entry->value)
        return 0;
    strcpy(entry->value, value);
    return 1;
}

int main(void)
{
    char text[20];
    for (unsigned i = 0; i + 1 < sizeof text; i++)
        text[i] = __VERIFIER_nondet_char();
    text[sizeof text - 1] = '\0';

    struct entry entry;
    return parse(&entry, text) ? 0 : 1;
}
