import { Module } from '@nestjs/common';
import { ContactsModule } from '@parley/contacts/contacts.module';
import type { Feature } from '@parley/feature/feature';
import { ErasureKind } from './erasure.kind';

@Module({ imports: [ContactsModule], providers: [ErasureKind] })
class ErasureModule {}

/** Erases contacts in all contexts. */
export const erasure: Feature = { module: ErasureModule, jobs: [ErasureKind] };
