/** The host of the demo room for tests in process: `DEMO_ROOM_HOSTS` must name it. */
export const roomHost = 'meet.example.com';
