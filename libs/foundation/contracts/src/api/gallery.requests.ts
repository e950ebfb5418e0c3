import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { MAX_ZIPPED } from './gallery';
import { NestedList } from './input';

export class GalleryQuery {
  /**
   * Files of this conversation only, or of all conversations with its contact that the viewer may see; default:
   * `chat`.
   */
  @IsOptional()
  @IsIn(['chat', 'contact'])
  of?: 'chat' | 'contact';
}

export class ZippedFile {
  @IsUUID()
  messageId!: string;

  @IsUUID()
  assetId!: string;
}

export class ZipRequest {
  @NestedList(() => ZippedFile, { max: MAX_ZIPPED })
  files!: ZippedFile[];
}
