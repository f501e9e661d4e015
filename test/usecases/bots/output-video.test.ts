import { describe, expect, it } from 'vitest';
import { InvalidTransitionError, ValidationError } from '../../../lib/domain/errors.ts';
import { checkMp4Address } from '../../../lib/net/mp4-address.ts';
import { createOutputVideo } from '../../../lib/usecases/bots/output-video.ts';
import { aBotInMeeting, notInMeeting } from '../../lab/worlds/bot-in-meeting.ts';

describe('having a bot play a video', () => {
  const video = { url: 'https://example.com/a.mp4', loop: false };

  it('is told to its worker until that says that it is over', async () => {
    const { ports, ref, worker } = await aBotInMeeting();
    const outputVideo = createOutputVideo(ports);
    await outputVideo(ref, video);
    const line = worker();
    const asked = (await line.bot()).output_video;
    expect(asked).toEqual({ ...video, id: expect.any(String), asked_at: '2026-03-02T10:00:00.000Z' });
    await line.videoStarted(asked?.id ?? '');
    expect((await line.bot()).output_video).toEqual({ ...asked, started_at: '2026-03-02T10:00:00.000Z' });
    await expect(outputVideo(ref, video)).rejects.toThrow(
      'cannot play a video: the bot is playing one already: wait until it is over',
    );
    await line.videoOver('another');
    expect((await line.bot()).output_video).toBeDefined();
    await line.videoOver(asked?.id ?? '');
    expect((await line.bot()).output_video).toBeUndefined();
    await outputVideo(ref, video);
  });

  it('takes the place of one that loops, which has no end, and hears of that one no more', async () => {
    const { ports, ref, worker } = await aBotInMeeting();
    const outputVideo = createOutputVideo(ports);
    const line = worker();
    await outputVideo(ref, { ...video, loop: true });
    const looping = (await line.bot()).output_video?.id ?? '';
    await line.videoStarted(looping);
    await outputVideo(ref, { ...video, url: 'https://example.com/b.mp4' });
    const next = (await line.bot()).output_video;
    expect(next).toEqual({
      id: expect.any(String),
      url: 'https://example.com/b.mp4',
      loop: false,
      asked_at: '2026-03-02T10:00:00.000Z',
    });
    await line.videoStarted(looping);
    await line.videoOver(looping);
    expect((await line.bot()).output_video).toEqual(next);
    await expect(outputVideo(ref, { ...video, loop: true })).rejects.toThrow('wait until it is over');
  });

  it('is refused where there is no video', async () => {
    const { ports, ref } = await aBotInMeeting();
    const played = createOutputVideo(ports)(ref, { ...video, url: 'https://example.com/a.txt' });
    await expect(played).rejects.toThrow(new ValidationError({ url: ['does not lead to an MP4 file'] }));
  });

  it.each([
    ['a private network', async () => ['10.20.30.40']],
    ['this machine', async () => ['127.0.0.1']],
    ['the credentials of this machine', async () => ['169.254.170.2']],
    ['a private network of IPv6', async () => ['fd00:ec2::254']],
    ['both a public and a private address', async () => ['198.51.100.7', '172.16.0.9']],
    ['nowhere', () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { syscall: 'queryA' }))],
  ])('is refused in words that do not tell where a name leads: %s', async (_, resolve) => {
    const { ports, ref } = await aBotInMeeting();
    const checkVideo = (url: string) => checkMp4Address(url, { resolve });
    const url = 'https://printer.corp.example.com/a.mp4';
    await expect(createOutputVideo({ ...ports, checkVideo })(ref, { ...video, url })).rejects.toEqual(
      new ValidationError({ url: ['must lead to a host on the public internet, by a name that can be looked up'] }),
    );
  });

  it.each(notInMeeting)('is refused while the bot is %s, without a look at the address', async (state) => {
    const { ports, ref } = await aBotInMeeting({ state });
    const checkVideo = () => Promise.reject(new Error('was looked at'));
    const played = createOutputVideo({ ...ports, checkVideo })(ref, video);
    await expect(played).rejects.toThrow(new InvalidTransitionError('play a video', state));
  });
});
