/** The kinds of machine that images are built for, and what each has been called by whom. */
export const architectures = {
  amd64: { npm: 'x64' },
  arm64: { npm: 'arm64' },
} as const;

export type Architecture = keyof typeof architectures;

/** This machine's. */
export const ownArchitecture = (): Architecture => (process.arch === 'arm64' ? 'arm64' : 'amd64');
