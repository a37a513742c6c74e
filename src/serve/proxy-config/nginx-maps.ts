import {
  CAMPAIGN_QUERY,
  CANONICAL_PATH,
  COMPRESSED_FORM,
  HASHED_FILE,
  NAMED_FILE,
  UNENCODED_PATH,
} from './addresses.ts';

/** A name that no page or browser file can have, so nginx finds no file. */
const NONE = '/-';

/**
 * Maps a request to the file that nginx may send. The key is "METHOD QUERY+WEIGHTS TARGET". The middle part is empty
 * unless the request has a query that the page may read, or weighted encodings; our server responds to requests with a
 * middle part.
 */
export const MAPS = `# The query that a page may read. Campaign parameters are only read in the browser.
map $args $lectern_query {
  default $args;
  "" "";
  "~^${CAMPAIGN_QUERY}$" "";
}

# Our server compares encodings with weights. The values that browsers send are matched without a regular expression.
map $http_accept_encoding $lectern_weights {
  default "";
  "gzip, deflate, br, zstd" "";
  "gzip, deflate, br" "";
  "~[;*]" weights;
}

# The file of a page, if the address is in its canonical spelling. The first expression matches most of them.
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

# Pages are cached once per encoding, dictionary and query that may be read.
map $http_accept_encoding $lectern_encoding {
  default "";
  "~[;*]" $http_accept_encoding;
  "~*(?:^|[ ,])br(?:[ ,]|$)" br;
  "~*(?:^|[ ,])gzip(?:[ ,]|$)" gzip;
}
# The dictionary that a browser has for a page (RFC 9842): other clients cannot read pages compressed with it.
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

# Only responses that our server allows to be cached are cached. One without that permission may replace a stale page:
# the page was removed or has moved.
map "$upstream_http_x_accel_expires $upstream_cache_status" $lectern_unkept {
  volatile;
  default 1;
  "~^[1-9]" 0;
  " EXPIRED" 0;
}

# Stale pages from the cache are marked in the same way as by our server.
map $upstream_cache_status $lectern_stale {
  volatile;
  default "";
  "~^(?:STALE|UPDATING)$" 1;
}
`;
