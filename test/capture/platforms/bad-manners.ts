import type { Quirks } from '../../facsimiles/meetings/quirks.ts';

/** What pages of each platform may do at once; which dialogs there are, and whether classes last, is the platform's. */
export const badly: Partial<Quirks> = {
  seed: 2,
  pause_ms: [0, 500],
  comesBack: true,
  lateButton: true,
  redraws_ms: 700,
  toolbar: 'out_of_dom',
  toolbarAfter_ms: 500,
  decoys: true,
  typography: ['curly', 'nbsp'],
  strict: true,
};
