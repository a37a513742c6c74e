import {
  CAMPAIGN_QUERY,
  CANONICAL_PATH,
  COMPRESSED_FORM,
  HASHED_FILE,
  NAMED_FILE,
  UNENCODED_PATH,
} from './addresses.ts';

/** nginx reads no file of this name: no page and no browser file can have it. */
const NONE = '/-';

/**
 * What a request asks for, as one text: method, a reason not to send a file, target. The reason is a query that a page may
 * read, or encodings with weights, which our server compares.
 */
export const MAPS = `# The query as far as a page may read it: marks of a campaign are for the browser.
map $args $lectern_query {
  default $args;
  "" "";
  "~^${CAMPAIGN_QUERY}$" "";
}

# Encodings with weights are compared by our server. What browsers send is found without a regular expression.
map $http_accept_encoding $lectern_weights {
  default "";
  "gzip, deflate, br, zstd" "";
  "gzip, deflate, br" "";
  "~[;*]" weights;
}

# The file of a page, where the address is in its one spelling. Most are found by the first expression.
map "$request_method $lectern_query$lectern_weights $request_uri" $lectern_page {
  default ${NONE};
  "~^(?:GET|HEAD)  ${UNENCODED_PATH}(?:\\?|$)" $uri.html;
  "~^(?:GET|HEAD)  /(?:\\?|$)" /index.html;
  "~^(?:GET|HEAD)  ${CANONICAL_PATH}(?:\\?|$)" $uri.html;
}

# A browser file.
map "$request_method $lectern_query$lectern_weights $request_uri" $lectern_file {
  default ${NONE};
  "~${COMPRESSED_FORM}(?:\\?|$)" ${NONE};
  "~^(?:GET|HEAD)  (?:${HASHED_FILE}|${NAMED_FILE})(?:\\?|$)" $uri;
}

# Kept pages are kept once for each encoding, each dictionary and each query that may be read.
map $http_accept_encoding $lectern_encoding {
  default "";
  "~[;*]" $http_accept_encoding;
  "~*(?:^|[ ,])br(?:[ ,]|$)" br;
  "~*(?:^|[ ,])gzip(?:[ ,]|$)" gzip;
}
# The dictionary by which a browser takes a page (RFC 9842): nobody else could read what is compressed by it.
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

# Only what our server allows to keep is kept. An answer without this permission may replace a page that is too old:
# the page is gone or has moved.
map "$upstream_http_x_accel_expires $upstream_cache_status" $lectern_unkept {
  volatile;
  default 1;
  "~^[1-9]" 0;
  " EXPIRED" 0;
}

# A kept page that is too old is marked, as our server marks it.
map $upstream_cache_status $lectern_stale {
  volatile;
  default "";
  "~^(?:STALE|UPDATING)$" 1;
}
`;
