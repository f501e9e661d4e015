import { isOperated, type OperatedHosts, platforms } from '../../../lib/domain/meeting/known-platforms.ts';
import { platformNames } from '../../../lib/domain/meeting/platform-names.ts';

/** Where there are meetings that bots join, as in: Google Meet, Zoom, Teams or the demo room. */
export const placesOf = (hosts: OperatedHosts): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    platforms
      .filter((platform) => !isOperated(platform) || (hosts[platform] ?? []).length > 0)
      .map((platform) => platformNames[platform].title.replace(/^(?=[a-z])/, 'the ')),
  );
