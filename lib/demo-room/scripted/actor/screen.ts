import { drawDashboard } from './screens/dashboard.ts';
import type { DrawScreen } from './screens/draw-screen.ts';
import { drawSlides } from './screens/slides.ts';

export type ScreenName = 'slides' | 'dashboard';

const screenWidth = 1280;
const screenHeight = 720;
const framesPerSecond = 5;

const drawings: Record<ScreenName, DrawScreen> = { slides: drawSlides, dashboard: drawDashboard };

/** A screen to share: drawn slides or a dashboard, with a clock that shows whether the picture is live. */
export const createScreen = (owner: string) => {
  let chosen: ScreenName = 'slides';

  const stream = (): MediaStream => {
    const canvas = document.createElement('canvas');
    canvas.width = screenWidth;
    canvas.height = screenHeight;
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser cannot draw');
    const made = canvas.captureStream(0);
    const [track] = made.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
    const draw = drawings[chosen];
    const startedAt = performance.now();
    const timer = setInterval(() => {
      if (track?.readyState !== 'live') return clearInterval(timer);
      draw(context, (performance.now() - startedAt) / 1000, owner);
      track.requestFrame();
    }, 1000 / framesPerSecond);
    return made;
  };

  return {
    choose: (screen: ScreenName) => {
      chosen = screen;
    },
    stream,
  };
};
