/** Keeps secrets unreadable to whoever reads the table. What is sealed for one project does not open for another. */
export interface SecretBox {
  seal(projectId: string, secret: string): Promise<string>;
  /** @throws Error when it was not sealed for the project, or was changed since */
  open(projectId: string, sealed: string): Promise<string>;
}
