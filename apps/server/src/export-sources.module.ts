import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ExportSources } from '@parley/exports/export-sources';
import { ExportsModule } from '@parley/exports/exports.module';
import { features } from './features';

const withExports = features.filter((feature) => feature.exports);

/**
 * Registers the sources of exports that the features declare, for the roles that request exports and the role that
 * makes them.
 */
@Module({ imports: [ExportsModule, ...withExports.flatMap(({ module }) => module ?? [])] })
export class ExportSourcesModule implements OnModuleInit {
  constructor(
    private readonly container: ModuleRef,
    private readonly sources: ExportSources,
  ) {}

  onModuleInit(): void {
    const types = withExports.flatMap(({ exports = [] }) => exports);
    this.sources.register(types.map((type) => this.container.get(type, { strict: false })));
  }
}
