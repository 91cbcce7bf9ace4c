"""The demo shop: a sample API document that tests, docs and demo data share."""

from pathlib import Path

SHOP_DOCUMENT = Path(__file__).with_name("shop.openapi.yaml")
