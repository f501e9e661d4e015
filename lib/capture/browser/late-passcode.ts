/** The passcode of a link, for pages that ask for it only after the press of join: after a wait, or between two rooms. */
import type { MeetingView } from '../meeting/view.ts';

/** Looks on at what a page shows. Answers what it is taken to show: until the passcode was given, its being asked for is no end. */
export type LatePasscode = (view: MeetingView, isBusy: boolean) => MeetingView;

/** `give`: once for each time that the page asks, when nothing else is being done in it. */
export const createLatePasscode = (give: () => Promise<void>): LatePasscode => {
  let given: 'not' | 'on_its_way' | 'yes' = 'not';
  const taken = (view: MeetingView): MeetingView =>
    given !== 'yes' && view.phase === 'passcode_required' ? { ...view, phase: 'asking' } : view;
  return (view, isBusy) => {
    const asks = view.page?.advice === 'send_passcode';
    if (asks && given === 'not' && !isBusy) {
      given = 'on_its_way';
      void give().finally(() => {
        given = 'yes';
      });
    } else if (!asks && given === 'yes') given = 'not';
    return taken(view);
  };
};
