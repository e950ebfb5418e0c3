import { CORRELATION_HEADER, currentCorrelation } from '../telemetry/correlation';
import { traced } from '../telemetry/tracing';
import { Bus, type BusMessage, type ConsumerGroup, type DeliveredMessage, type GroupLag } from './bus';

/** Adds the current correlation id to every message, and traces each publish as a span. */
export class ObservedBus extends Bus {
  constructor(private readonly bus: Bus) {
    super();
  }

  publish(topic: string, messages: BusMessage[]): Promise<void> {
    const correlationId = currentCorrelation();
    const told =
      correlationId === undefined ? messages : messages.map((message) => saying(message, correlationId));
    return traced({ name: `publish ${topic}`, kind: 'producer' }, () => this.bus.publish(topic, told));
  }

  consume(...args: Parameters<Bus['consume']>): Promise<void> {
    return this.bus.consume(...args);
  }

  park(topic: string, group: string, message: DeliveredMessage, error: string): Promise<void> {
    return this.bus.park(topic, group, message, error);
  }

  lag(known?: readonly ConsumerGroup[]): Promise<GroupLag[]> {
    return this.bus.lag(known);
  }
}

function saying(message: BusMessage, correlationId: string): BusMessage {
  return { ...message, headers: { [CORRELATION_HEADER]: correlationId, ...message.headers } };
}
