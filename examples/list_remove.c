/* Expected: false(valid-deref) with --property valid-memsafety.
 *
 * Removes all nodes with a given key from a list. After freeing a node the loop steps on through it: a use after
 * free, but only when the list holds the key. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *insert(struct node *list, int key)
{
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->next = list;
    return node;
}

static struct node *remove_all(struct node *list, int key)
{
    struct node **link = &list;
    for (struct node *node = list; node != NULL; node = node->next) {
        if (node->key == key) {
            *link = node->next;
            free(node);
        } else {
            link = &node->next;
        }
    }
    return list;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = insert(list, __VERIFIER_nondet_int());
    list = remove_all(list, 42);
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
