/** The kinds of machine that images are built for, and what each has been called by whom. */
export const architectures = {
  amd64: { npm: 'x64' },
  arm64: { npm: 'arm64' },
} as const;

export type Architecture = keyof typeof architectures;

/** Whether it is the name of one. */
export const isArchitecture = (name: string): name is Architecture => name in architectures;

/** This machine's. */
export const ownArchitecture = (): Architecture => (process.arch === 'arm64' ? 'arm64' : 'amd64');
