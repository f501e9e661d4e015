/** The hands of an adapter in a page that is not there: what tests say of them, and the rest as it is. */
import { Controls } from '../../../lib/capture/platforms/controls.ts';

export const someControls = (given: object): Controls =>
  Object.assign(Object.create(Controls.prototype) as Controls, given);
