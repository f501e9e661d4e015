/** Reads a secret that the operator keeps outside of this service, by its name. @throws when it cannot be read */
export type ReadSecret = (name: string) => Promise<string>;
