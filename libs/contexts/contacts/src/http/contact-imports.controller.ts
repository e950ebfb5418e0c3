import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Query,
  StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import {
  MAX_IMPORT_SIZE,
  type ContactImport,
  type ImportRowsResponse,
} from '@parley/contracts/api/contact-imports';
import {
  ImportRowsQuery,
  PatchImportRequest,
  RejectedRowsQuery,
} from '@parley/contracts/api/contact-imports.requests';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactImports, type UploadedCsv } from '../import/contact-imports';

@Controller('api/v3/contact-imports')
export class ContactImportsController {
  constructor(private readonly imports: ContactImports) {}

  @Get()
  @Requires('contactImports:read')
  async list(@CurrentPrincipal() me: Principal): Promise<{ data: ContactImport[] }> {
    return { data: await this.imports.list(me) };
  }

  /** Uploads a file for an import; the request contains the file as the multipart field `file`. */
  @Post()
  @HttpCode(201)
  @Requires('contactImports:create')
  @UseInterceptors(FileInterceptor('file', { limits: { fileSize: MAX_IMPORT_SIZE, files: 1, fields: 0 } }))
  add(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @UploadedFile() file: UploadedCsv | undefined,
  ): Promise<ContactImport> {
    return this.imports.add(me, id, file);
  }

  @Get(':id')
  @Requires('contactImports:read')
  find(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ContactImport> {
    return this.imports.find(me, id);
  }

  @Patch(':id')
  @Requires('contactImports:update')
  change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() patch: PatchImportRequest,
  ): Promise<ContactImport> {
    return this.imports.change(me, id, patch);
  }

  @Delete(':id')
  @HttpCode(204)
  @Requires('contactImports:delete')
  remove(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<void> {
    return this.imports.remove(me, id);
  }

  @Get(':id/rows')
  @Requires('contactImports:read')
  rows(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: ImportRowsQuery,
  ): Promise<ImportRowsResponse> {
    return this.imports.rows(me, id, query);
  }

  /** Returns the rows that could not be imported, as CSV. */
  @Get(':id/rejected')
  @Requires('contactImports:read')
  async rejected(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { language = 'en' }: RejectedRowsQuery,
  ): Promise<StreamableFile> {
    const { file, fileName } = await this.imports.rejected(me, id, language);
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;
    return new StreamableFile(file, { type: 'text/csv; charset=utf-8', disposition });
  }

  @Post(':id/check')
  @HttpCode(200)
  @Requires('contactImports:update')
  check(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @NewId() jobId: string,
  ): Promise<ContactImport> {
    return this.imports.check(me, id, jobId);
  }

  @Post(':id/run')
  @HttpCode(200)
  @Requires('contactImports:update')
  run(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @NewId() jobId: string,
  ): Promise<ContactImport> {
    return this.imports.run(me, id, jobId);
  }

  @Post(':id/undo')
  @HttpCode(200)
  @Requires('contactImports:update')
  undo(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @NewId() jobId: string,
  ): Promise<ContactImport> {
    return this.imports.undo(me, id, jobId);
  }
}
