/**
 * A page around LiveKit's own PreJoin and VideoConference, which are what LiveKit Meet shows, or built of the same pieces as
 * operators do (`Making` in livekit.ts). Nothing of the meeting is made here.
 */
import '@livekit/components-styles';
import {
  ControlBar,
  GridLayout,
  LiveKitRoom,
  ParticipantTile,
  PreJoin,
  RoomAudioRenderer,
  useRoomContext,
  useTracks,
  VideoConference,
} from '@livekit/components-react';
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

const { making, connection } = JSON.parse(document.body.dataset.page);
const { className, isOfPieces, hasOwnBar, leadsTo } = making;
/** Whoever opens the page with a token of its own finds no form. */
const ownToken = new URLSearchParams(location.search).get('token');

const Tiles = () => {
  const tracks = useTracks([{ source: 'camera', withPlaceholder: true }], { onlySubscribed: false });
  return element(GridLayout, { tracks }, element(ParticipantTile));
};
const together = (...pieces) => pieces.map((piece, key) => element(piece, { key }));
const Pieces = () => together(Tiles, ControlBar, RoomAudioRenderer);
/** As copies of the prefabricated conference have it: nothing of it says that there is no connection any more. */
const OwnBar = () => element('div', null, element('button', { type: 'button' }, 'Hang up'));
const Copied = () =>
  element('div', { className: 'lk-video-conference' }, ...together(Tiles, OwnBar, RoomAudioRenderer));

const conference = () => {
  if (hasOwnBar) return element(Copied);
  return isOfPieces ? element(Pieces) : element(VideoConference, className && { className });
};

const Page = () => {
  const [joined, setJoined] = useState(ownToken ? { ...connection, token: ownToken, choices: {} } : undefined);
  const join = async (choices) => {
    const room = decodeURIComponent(location.pathname.split('/').at(-1));
    const answer = await fetch(`/token?${new URLSearchParams({ room, name: choices.username })}`);
    setJoined({ ...(await answer.json()), choices });
  };
  if (!joined) return element(PreJoin, { onSubmit: join, persistUserChoices: false, ...(className && { className }) });
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
      onDisconnected: () => {
        if (leadsTo) location.replace(leadsTo);
        else if (!hasOwnBar) setJoined(undefined);
      },
    },
    element(Handle),
    conference(),
  );
};

const isHome = location.pathname === '/';
createRoot(document.querySelector('main')).render(isHome ? element('h1', null, 'Meetings') : element(Page));
