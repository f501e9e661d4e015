import type { CaptureOutlook } from '../../ports/capture-outlook.ts';

/** Each bot gets a machine of its own. */
export const openCaptureOutlook = (): CaptureOutlook => ({ warningsOf: async () => [] });
