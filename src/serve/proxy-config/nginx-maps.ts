import {
  CAMPAIGN_QUERY,
  CANONICAL_PATH,
  COMPRESSED_FORM,
  HASHED_FILE,
  NAMED_FILE,
  UNENCODED_PATH,
} from './addresses.ts';

/** A name that no page or browser file can have, so that nginx finds no file. */
const NONE = '/-';

/**
 * Maps a request to the file that nginx may send. The key is "METHOD QUERY+WEIGHTS TARGET". The middle part is empty
 * unless the request has a query that the page may read, or weights in Accept-Encoding; requests with a middle part are
 * passed to our server.
 */
export const MAPS = `# The query without campaign parameters, which only scripts in the browser read.
map $args $lectern_query {
  default $args;
  "" "";
  "~^${CAMPAIGN_QUERY}$" "";
}

# Requests whose Accept-Encoding has weights go to our server. Values that browsers send are listed, to avoid the regular
# expression.
map $http_accept_encoding $lectern_weights {
  default "";
  "gzip, deflate, br, zstd" "";
  "gzip, deflate, br" "";
  "~[;*]" weights;
}

# The file of a page, if the path is canonical. The first expression is fast and matches most paths.
map "$request_method $lectern_query$lectern_weights $request_uri" $lectern_page {
  default ${NONE};
  "~^(?:GET|HEAD)  ${UNENCODED_PATH}(?:\\?|$)" $uri.html;
  "~^(?:GET|HEAD)  /(?:\\?|$)" /index.html;
  "~^(?:GET|HEAD)  ${CANONICAL_PATH}(?:\\?|$)" $uri.html;
}

# The file of a script, style sheet, font or image.
map "$request_method $lectern_query$lectern_weights $request_uri" $lectern_file {
  default ${NONE};
  "~${COMPRESSED_FORM}(?:\\?|$)" ${NONE};
  "~^(?:GET|HEAD)  (?:${HASHED_FILE}|${NAMED_FILE})(?:\\?|$)" $uri;
}

# The next four maps form the cache key of a page: encoding, dictionary, and the query without campaign parameters.
map $http_accept_encoding $lectern_encoding {
  default "";
  "~[;*]" $http_accept_encoding;
  "~*(?:^|[ ,])br(?:[ ,]|$)" br;
  "~*(?:^|[ ,])gzip(?:[ ,]|$)" gzip;
}
# The dictionary that a browser has for a page (RFC 9842). Clients without it cannot decompress pages that use it.
map "$http_accept_encoding $http_available_dictionary" $lectern_dictionary {
  default "";
  "~(?:^|[ ,])dcz(?:,.*)? (?<lectern_hash>:[A-Za-z0-9+/]{43}=:)$" $lectern_hash;
}
map $lectern_dictionary $lectern_accepted {
  default "$lectern_encoding, dcz";
  "" $lectern_encoding;
}
map "$lectern_query $request_uri" $lectern_address {
  default $request_uri;
  "~^ (?<lectern_path>[^?]*)" $lectern_path;
}

# Caches responses only if our server allows it (X-Accel-Expires). A response that must not be cached still replaces a
# stale page, because the page was then removed or has moved.
map "$upstream_http_x_accel_expires $upstream_cache_status" $lectern_unkept {
  volatile;
  default 1;
  "~^[1-9]" 0;
  " EXPIRED" 0;
}

# Marks stale pages from the cache with the same header as our server.
map $upstream_cache_status $lectern_stale {
  volatile;
  default "";
  "~^(?:STALE|UPDATING)$" 1;
}
`;
