/** What whatever was thrown says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
