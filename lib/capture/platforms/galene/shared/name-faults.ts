/** What a server says, by a code, of the name that somebody would join with (webclient.go). */
export const nameFaults = ['need-username', 'duplicate-username'] as const;
