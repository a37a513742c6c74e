import { join } from 'node:path';
import { quoted } from './nginx-values.ts';
import type { ProxyOptions } from './types.ts';

/** The log format: lines of JSON without queries, which may contain tokens and search words. */
export const logFormat = ({ logs }: ProxyOptions) =>
  logs === undefined
    ? ''
    : `
map $request_uri $lectern_logged {
  "~^(?<lectern_asked>[^?]*)" $lectern_asked;
}
log_format lectern escape=json '{"time":"$time_iso8601","address":"$remote_addr","host":"$host",'
  '"method":"$request_method","path":"$lectern_logged","status":$status,"bytes":$bytes_sent,"seconds":$request_time,'
  '"protocol":"$server_protocol","cache":"$upstream_cache_status","upstream":"$upstream_response_time",'
  '"agent":"$http_user_agent","requestId":"$request_id"}';
`;

/** @param name id of the brand, or name of the log for unknown hosts */
export const accessLog = (name: string, { logs }: ProxyOptions) =>
  logs === undefined
    ? '  access_log off;'
    : `  access_log ${quoted(join(logs, `lectern-${name}.log`))} lectern buffer=32k flush=5s;`;
