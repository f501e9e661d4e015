/** Keeps secrets unreadable to whoever reads the table. What is sealed for one project does not open for another. */
export interface SecretBox {
  seal(projectId: string, secret: string): Promise<string>;
  /** @throws BrokenSealError when it was not sealed for the project, or was changed since; otherwise it may open at another time */
  open(projectId: string, sealed: string): Promise<string>;
}
