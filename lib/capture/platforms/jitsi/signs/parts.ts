/** What several states of Jitsi Meet's pages are known by. */
export const testId = (id: string): string => `[data-testid="${id}"]`;
export const failed = 'jitsi.failed';
export const state = 'jitsi.state';
export const jm = { seen: '2026-07-16', source: 'jm', confidence: 'P' } as const;
export const ljm = { ...jm, source: 'jm, ljm v2213' } as const;
