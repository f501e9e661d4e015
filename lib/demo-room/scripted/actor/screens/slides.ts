import type { DrawScreen } from './draw-screen.ts';
import { clockText, text } from './text.ts';

const secondsPerSlide = 12;

const slides = [
  {
    title: 'Launch plan, autumn release',
    points: [
      'Beta closes on 14 October',
      'Documentation is frozen a week before',
      'Launch on Tuesday 4 November, 10:00',
    ],
  },
  {
    title: 'What is still open',
    points: [
      'Pricing page: waiting for legal',
      'Load test with 2 000 meetings',
      'Three translations of the onboarding mail',
    ],
  },
  {
    title: 'Who does what',
    points: ['Maya: press and pricing', 'Jonas: load test and on-call plan', 'Priya: translations with the agency'],
  },
];

/** A presentation that turns a page now and then. */
export const drawSlides: DrawScreen = (context, seconds, owner) => {
  const turned = Math.floor(seconds / secondsPerSlide);
  const number = turned % slides.length;
  const { title, points } = slides[number] ?? { title: '', points: [] };
  context.fillStyle = '#f7f5ef';
  context.fillRect(0, 0, 1280, 720);
  context.fillStyle = '#1f4e5f';
  context.fillRect(0, 0, 1280, 150);
  text(context, title, { x: 80, y: 96, size: 52, weight: 600, fill: '#ffffff' });
  for (const [index, point] of points.entries()) {
    const y = 260 + index * 110;
    context.fillStyle = '#e0803a';
    context.beginPath();
    context.arc(98, y - 13, 12, 0, 2 * Math.PI);
    context.fill();
    text(context, point, { x: 140, y, size: 38, fill: '#22313a' });
  }
  // Moves without a break, so that a still picture is seen to be one.
  context.fillStyle = '#d8d2c4';
  context.fillRect(80, 630, 1120, 8);
  context.fillStyle = '#e0803a';
  context.fillRect(80, 630, (1120 * (seconds % secondsPerSlide)) / secondsPerSlide, 8);
  text(context, owner, { x: 80, y: 684, size: 24, fill: '#6b7780' });
  text(context, clockText(seconds), { x: 640, y: 684, size: 24, fill: '#6b7780', align: 'center' });
  text(context, `${number + 1} / ${slides.length}`, { x: 1200, y: 684, size: 24, fill: '#6b7780', align: 'right' });
};
