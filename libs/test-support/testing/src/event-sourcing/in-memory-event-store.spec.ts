import { eventStoreConformance } from '@parley/event-sourcing/store/conformance';
import { InMemoryEventStore } from './in-memory-event-store';

eventStoreConformance('memory', () => Promise.resolve(new InMemoryEventStore()));
