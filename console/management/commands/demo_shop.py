"""`manage.py demo_shop`: the demo shop answers its own document on this machine until it is stopped."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from console.demo.shop import HOST, KEY_VARIABLE, PORT, PREFIX, PUBLIC_KEY, SLOW_SECONDS, ShopApp, make_shop_server


class Command(BaseCommand):
    help = f"Answer the demo shop's document on {HOST}. The key is {KEY_VARIABLE}, or {PUBLIC_KEY}. Ctrl-C stops it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=PORT, help=f"{PORT}, as the document says")
        parser.add_argument("--slow", type=float, default=SLOW_SECONDS, help="seconds that a slow answer takes")

    def handle(self, *_args: Any, port: int, slow: float, **_options: Any) -> None:
        app = ShopApp(os.environ.get(KEY_VARIABLE) or PUBLIC_KEY, slow)
        try:
            server = make_shop_server(app, port)
        except OSError as error:
            raise CommandError(f"{HOST}:{port} cannot be used: {error.strerror}. Choose another --port.") from error
        with server:
            self.stdout.write(f"The demo shop answers at http://{HOST}:{server.server_port}{PREFIX}")
            self.stdout.flush()
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                self.stdout.write("Stopped.")
