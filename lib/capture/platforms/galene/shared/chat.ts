/** What Galène's page, and what writes by it, know alike of its chat. */

/** How long after a message the server may say that it goes to nobody. */
export const refusedWithinMs = 1_000;
