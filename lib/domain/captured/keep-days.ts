/** How long what bots brought home is kept, in days after a meeting has ended. */

/** Longer than any law asks for: ten years. */
export const mostKeepDays = 3_650;

/**
 * After how many days what bots of a project brought home is deleted by itself: as the project says, and no later than the
 * operator says for all projects. Null where neither does, and it stays until somebody deletes it.
 */
export const deletedAfterDays = (of: {
  readonly project: number | null | undefined;
  readonly operator: number | null;
}): number | null => {
  const said = [of.project, of.operator].filter((days) => days !== null && days !== undefined);
  return said.length === 0 ? null : Math.min(...said);
};
