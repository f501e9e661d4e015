/** Against the facsimile of Zoom's web client: see test/facsimiles/meetings. */
import { zoom } from '../../../../lib/capture/platforms/zoom/index.ts';
import { describeMeeting } from '../../../contracts/meeting.ts';
import { openZoomWorld, zoomPhases } from '../../../facsimiles/meetings/zoom/zoom-world.ts';

describeMeeting("of Zoom's web client", {
  capabilities: zoom.capabilities,
  phases: zoomPhases,
  hasPeople: true,
  openWorld: () => openZoomWorld(zoom),
});
