/** For how long queues keep messages back. */

/** SQS delays no message for longer: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-timers.html */
export const longestQueueDelaySeconds = 900;

/** The delay with which a message goes into a queue: all of its wait, or as much of it as a queue can keep. */
export const queueDelaySeconds = (waitSeconds: number): number =>
  Math.min(longestQueueDelaySeconds, Math.max(0, Math.ceil(waitSeconds)));

/** @throws RangeError when no queue can delay a message for so long */
export const checkQueueDelay = ({ delay_seconds = 0 }: { readonly delay_seconds?: number }): void => {
  if (!(delay_seconds >= 0 && delay_seconds <= longestQueueDelaySeconds)) {
    throw new RangeError(`a message can be delayed by 0 to ${longestQueueDelaySeconds} s, not ${delay_seconds}`);
  }
};
