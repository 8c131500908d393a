import type { APIRoute, GetStaticPaths } from 'astro';
import { documentPaths } from '../_data/documents.ts';

export const prerender = true;
export const getStaticPaths: GetStaticPaths = () => documentPaths('/mcp/');
export const GET: APIRoute<{ body: string }> = ({ props }) => new Response(props.body);
