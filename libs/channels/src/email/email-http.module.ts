import { Module } from '@nestjs/common';
import { EmailModule } from './email.module';
import { SetAsideMailsController } from './set-aside-mails.controller';

@Module({ imports: [EmailModule], controllers: [SetAsideMailsController] })
export class EmailHttpModule {}
