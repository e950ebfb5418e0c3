import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { describeInputs } from './describe-inputs';

/** Serves the description of the REST API: for people at /api/docs, for programs at /api/docs/openapi.json. */
export function useOpenApi(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, openApiDocument(app), { jsonDocumentUrl: 'api/docs/openapi.json' });
}

export function openApiDocument(app: INestApplication): OpenAPIObject {
  describeInputs();
  const description = new DocumentBuilder()
    .setTitle('Parley')
    .setDescription('Every call names its client by the header `api-key` and its user by a bearer ID token.')
    .setVersion('3')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addApiKey({ type: 'apiKey', in: 'header', name: 'api-key' }, 'api-key')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('api-key')
    .build();
  return SwaggerModule.createDocument(app, description, { autoTagControllers: true });
}
