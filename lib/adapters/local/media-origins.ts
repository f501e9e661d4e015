/** Where links to media lead besides the service's own address: nowhere, for the service itself has them. */
export const mediaOrigins = (): readonly string[] => [];
