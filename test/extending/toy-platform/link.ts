/** Step 1: the row of `operatedLinks` in lib/domain/meeting/meeting-links.ts. */
export const toyLink = ({ pathname, search }: URL): string | undefined =>
  pathname === '/toy' ? pathname + search : undefined;
