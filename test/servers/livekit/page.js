/**
 * A page around LiveKit's own PreJoin and VideoConference, which are what LiveKit Meet shows. Nothing of the meeting is
 * made here.
 */
import '@livekit/components-styles';
import { LiveKitRoom, PreJoin, useRoomContext, VideoConference } from '@livekit/components-react';
import { createElement as element, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** On a machine that is busy with tests everything takes long, and nothing is wrong. */
const patient = { maxRetries: 10, websocketTimeout: 60_000, peerConnectionTimeout: 60_000 };

/** Lets a test direct the people whom it plays; a bot's page has no such handle. */
const Handle = () => {
  const room = useRoomContext();
  useEffect(() => {
    if (window.actorSettings) window.liveKitRoom = room;
  }, [room]);
  return null;
};

const Page = () => {
  const [joined, setJoined] = useState();
  const join = async (choices) => {
    const room = decodeURIComponent(location.pathname.split('/').at(-1));
    const answer = await fetch(`/token?${new URLSearchParams({ room, name: choices.username })}`);
    setJoined({ ...(await answer.json()), choices });
  };
  if (!joined) return element(PreJoin, { onSubmit: join, persistUserChoices: false });
  const { choices, options, token, url } = joined;
  return element(
    LiveKitRoom,
    {
      serverUrl: url,
      token,
      options,
      connectOptions: patient,
      audio: choices.audioEnabled,
      video: choices.videoEnabled,
      onDisconnected: () => setJoined(undefined),
    },
    element(Handle),
    element(VideoConference),
  );
};

createRoot(document.querySelector('main')).render(element(Page));
