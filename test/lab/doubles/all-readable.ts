import type { ListPorts } from '../../../lib/usecases/list-page.ts';

/** For lists of what can all be read: anything else is a fault of the test. */
export const allReadable: ListPorts = {
  onUnreadable: (error) => {
    throw error;
  },
};
