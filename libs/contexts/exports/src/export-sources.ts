import { Injectable } from '@nestjs/common';
import type { ExportKind } from '@parley/contracts/api/exports';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { ExportSource } from '@parley/feature/export-source';

/** What the features of this process give to be exported. */
@Injectable()
export class ExportSources {
  private readonly byKind = new Map<ExportKind, ExportSource>();

  register(sources: ExportSource[]): void {
    for (const source of sources) this.byKind.set(source.kind, source);
  }

  /** @throws NotFound for a kind that no feature gives */
  get(kind: ExportKind): ExportSource {
    const source = this.byKind.get(kind);
    if (!source) throw new NotFound();
    return source;
  }

  /** What an organisation calls everything that has a name now, by its id; null for what is called nothing any more. */
  async names(customerId: string): Promise<Map<string, string | null>> {
    const all = new Map<string, string | null>();
    const sources = [...this.byKind.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
    for (const source of sources) {
      for (const [id, name] of (await source.names?.(customerId)) ?? []) all.set(id, name);
    }
    return all;
  }
}
