import type { APIRoute, GetStaticPaths } from 'astro';
import { documentPaths } from '../../site/document-routes.ts';

export const prerender = true;
export const getStaticPaths: GetStaticPaths = () => documentPaths('/openapi/');
export const GET: APIRoute<{ body: string }> = ({ props }) => new Response(props.body);
