import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import type { MeetingView } from '../../../lib/capture/meeting/view.ts';
import { until } from '../until.ts';

/** Looks at a meeting until it is as wished, and answers how it is then. */
export const see = (meeting: Meeting, is: (view: MeetingView) => boolean): Promise<MeetingView> =>
  until(() => meeting.look(), is);
