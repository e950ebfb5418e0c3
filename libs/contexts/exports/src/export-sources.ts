import { Injectable } from '@nestjs/common';
import type { ExportKind } from '@parley/contracts/api/exports';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { ExportSource } from '@parley/feature/export-source';

/** Registry of what the features of this process can export. */
@Injectable()
export class ExportSources {
  private readonly byKind = new Map<ExportKind, ExportSource>();

  register(sources: ExportSource[]): void {
    for (const source of sources) this.byKind.set(source.kind, source);
  }

  /** @throws NotFound for a kind that no feature exports */
  get(kind: ExportKind): ExportSource {
    const source = this.byKind.get(kind);
    if (!source) throw new NotFound();
    return source;
  }

  /** Returns the present names that all sources know, by id; null if a name was deleted. */
  async names(customerId: string): Promise<Map<string, string | null>> {
    const all = new Map<string, string | null>();
    const sources = [...this.byKind.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
    for (const source of sources) {
      for (const [id, name] of (await source.names?.(customerId)) ?? []) all.set(id, name);
    }
    return all;
  }
}
