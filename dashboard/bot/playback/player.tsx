/** The recording, played: also for longer than a link to it is good. */
import { Alert, Button } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type RefObject, useRef, useState } from 'react';

interface PlayerProps {
  readonly ref: RefObject<HTMLVideoElement | null>;
  /** Where it can be fetched for half an hour. */
  readonly url: string;
  readonly hasPicture: boolean;
  /** Answers a link that is good from now on. */
  readonly renew: () => Promise<string | undefined>;
  /** How far it is, in seconds. */
  readonly onMoment: (seconds: number) => void;
}

/** Where it was when its link was over. */
interface Place {
  readonly seconds: number;
  readonly plays: boolean;
}

export const Player = ({ ref, url, hasPicture, renew, onMoment }: PlayerProps) => {
  // Another address has a video begin anew: it gets one only when the one that it has is no longer good.
  const [src, setSrc] = useState(url);
  const [isBroken, setIsBroken] = useState(false);
  const place = useRef<Place>(undefined);
  const hasNewLink = useRef(false);

  const goOn = async (): Promise<void> => {
    hasNewLink.current = true;
    setIsBroken(false);
    try {
      const next = await renew();
      if (next !== undefined && next !== src) setSrc(next);
      else ref.current?.load();
    } catch {
      setIsBroken(true);
    }
  };
  const onError = (): void => {
    const video = ref.current;
    if (video) place.current ??= { seconds: video.currentTime, plays: !video.paused };
    // What fails by a new link as well is not mended by another.
    if (hasNewLink.current) setIsBroken(true);
    else void goOn();
  };
  const onLoadedMetadata = (): void => {
    const [video, before] = [ref.current, place.current];
    place.current = undefined;
    if (!video || !before) return;
    video.currentTime = before.seconds;
    if (before.plays) void video.play().catch(() => undefined);
  };
  return (
    <>
      {/* Captions are the transcript beside it. */}
      {/* biome-ignore lint/a11y/useMediaCaption: see above */}
      <video
        ref={ref}
        className="player"
        data-sound={!hasPicture}
        src={src}
        controls
        preload="metadata"
        aria-label="Recording of the meeting"
        onError={onError}
        onLoadedMetadata={onLoadedMetadata}
        onCanPlay={() => {
          hasNewLink.current = false;
        }}
        onTimeUpdate={({ currentTarget }) => onMoment(currentTarget.currentTime)}
      />
      {isBroken && (
        <Alert className="trouble" color="red" variant="light" icon={<AlertIcon />} role="alert">
          The recording cannot be played at the moment.
          <Button variant="default" size="xs" mt="sm" display="block" onClick={() => void goOn()}>
            Try again
          </Button>
        </Alert>
      )}
    </>
  );
};
