/** The passcode of a link, for pages that ask for it only after the press of join: after a wait, or between two rooms. */
import type { PageState } from '../../domain/meeting/page-state.ts';
import type { MeetingView } from '../meeting/view.ts';

/**
 * Looks on at what a page shows. Answers what it is taken to show: until the passcode was given, its being asked for is no end, nor
 * does the time run after which the page is opened anew.
 */
export type LatePasscode = (view: MeetingView, isBusy: boolean) => MeetingView;

/** `give`: once for each time that the page asks, when nothing else is being done in it. */
export const createLatePasscode = (give: () => Promise<void>): LatePasscode => {
  let given: 'not' | 'on_its_way' | 'yes' = 'not';
  const waitedFor = (view: MeetingView, { again_after_ms: _, ...page }: PageState): MeetingView => ({
    ...view,
    page,
    phase: view.phase === 'passcode_required' ? 'asking' : view.phase,
  });
  return (view, isBusy) => {
    const asks = view.page?.advice === 'send_passcode';
    if (asks && given === 'not' && !isBusy) {
      given = 'on_its_way';
      void give().finally(() => {
        given = 'yes';
      });
    } else if (!asks && given === 'yes') given = 'not';
    return given !== 'yes' && asks && view.page ? waitedFor(view, view.page) : view;
  };
};
