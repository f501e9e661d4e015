/** The key of a home, which never leaves it. What it seals for one project does not open for another. */
export interface MasterKey {
  /** A new random key of 256 bits for a project's secrets: sealed, to be stored. */
  newDataKey(projectId: string): Promise<string>;
  /** The key itself, to be kept in memory for a short while. */
  openDataKey(projectId: string, sealed: string): Promise<Uint8Array>;
  /** Opens a secret that this key sealed by itself, as it did before projects had data keys. */
  openSecret(projectId: string, sealed: string): Promise<string>;
}
