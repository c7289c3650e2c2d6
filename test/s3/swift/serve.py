"""OpenStack Swift with its S3 API, whole in one process: python3 serve.py FOLDER SETTINGS.

The settings are JSON: region, access_key ("account:user") and secret_key. Everything is kept in a new folder in
FOLDER, which has to be on a disk with extended attributes. It listens on free ports of 127.0.0.1 alone and says the S3
API's in a line once it answers. When its standard input ends it removes what it kept, and ends. Errors are written to
standard error.
"""

# ruff: noqa: E402
import eventlet

eventlet.monkey_patch()

import json
import os
import sys
import tempfile

import eventlet.tpool
import eventlet.wsgi
from swift.common import utils, wsgi
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring.builder import RingBuilder
from swift.common.storage_policy import reload_storage_policies

SWIFT_CONF = """
[swift-hash]
swift_hash_path_prefix = verbatim
swift_hash_path_suffix = tests
[storage-policy:0]
name = only
default = yes
"""

# The system's log is left alone: what would go there goes to the port where nothing is read.
DEFAULTS = """
[DEFAULT]
swift_dir = {folder}
log_level = ERROR
log_udp_host = 127.0.0.1
log_udp_port = 9
"""

STORE_CONF = """
devices = {folder}/devices
mount_check = false
[app:main]
use = egg:swift#{store}
"""

# Files are listed two at a time, so that a reader of the list has to continue.
PROXY_CONF = """
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = {region}
max_bucket_listing = 2
[filter:tempauth]
use = egg:swift#tempauth
user_{user} = {secret_key} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""


class NoCache:
    """In the place of memcached, which Swift wants to be there, and which may forget anything at any time."""

    def get(self, key, **_):
        return None

    def set(self, key, value, **_):
        pass

    def delete(self, key, **_):
        pass


def load(folder, name, text):
    path = os.path.join(folder, f"{name}.conf")
    with open(path, "w") as file:
        file.write(text)
    return wsgi.loadapp(path, global_conf={"log_name": name})


def listen():
    sock = eventlet.listen(("127.0.0.1", 0))
    return sock, sock.getsockname()[1]


def serve(app, sock):
    def with_cache(env, start_response):
        env["swift.cache"] = NoCache()
        return app(env, start_response)

    # As in Swift's own run_server, of which there can be one in a process.
    eventlet.spawn(
        eventlet.wsgi.server,
        sock,
        with_cache,
        protocol=SwiftHttpProtocol,
        capitalize_response_headers=False,
        log_output=False,
    )


def serve_store(folder, store):
    sock, port = listen()
    ring = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
    ring.add_dev({"region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "one"})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f"{store}.ring.gz"))
    serve(load(folder, store, (DEFAULTS + STORE_CONF).format(folder=folder, store=store)), sock)


def serve_s3(folder, settings):
    sock, port = listen()
    user = settings["access_key"].replace(":", "_")
    text = (DEFAULTS + PROXY_CONF).format(folder=folder, user=user, **settings)
    serve(load(folder, "proxy", text), sock)
    return port


def start(folder, settings):
    os.makedirs(os.path.join(folder, "devices", "one"))
    with open(os.path.join(folder, "swift.conf"), "w") as file:
        file.write(SWIFT_CONF)
    utils.set_swift_dir(folder)
    reload_storage_policies()
    # Every logger made from here on writes to standard error too.
    utils.get_logger.console_handler4logger = {}
    for store in ("account", "container", "object"):
        serve_store(folder, store)
    return serve_s3(folder, settings)


def main():
    settings = json.loads(sys.argv[2])
    with tempfile.TemporaryDirectory(dir=os.path.abspath(sys.argv[1])) as folder:
        print(start(folder, settings), flush=True)
        # A thread waits, as the servers share this one.
        eventlet.tpool.execute(sys.stdin.read)


main()
