"""The demo shop's document and its own requests in; how much of each plan a target's closure supplies out.

Neither a language model nor the network takes part, and nothing in the document was annotated by hand.
"""

from pathlib import Path

from evidence.chains import TOP_K, Chain, measure_chains
from evidence.data import ROOT
from evidence.results import Measured
from selector.engine import read_openapi

DOCUMENT = ROOT / "console" / "demo" / "shop.openapi.yaml"
SETTINGS = {
    "document": "console/demo/shop.openapi.yaml",
    "before": "the target alone",
    "after": "the target with its required and optional dependencies",
    "target_recall": f"the target is among the first {TOP_K} rows of retrieval for the request",
    "llm": False,
    "network": False,
}


def _chain(name: str, query: str, *plan: str, given: tuple[str, ...] = ()) -> Chain:
    """A case whose plan is the calls in order, the target last."""
    return Chain(name, query, plan[-1], given, plan[:-1], plan)


CASES = (
    _chain("member_search", "회원을 검색해줘", "searchMembers"),
    _chain("member_given", "회원이 가진 쿠폰 목록", "getMemberCoupons", given=("memberNo",)),
    _chain("inventory", "상품 재고 수량 확인해줘", "searchProducts", "getInventory"),
    _chain("inventory_en", "Get the inventory for the selected product", "searchProducts", "getInventory"),
    _chain("order_detail", "주문 상세 조회", "searchOrders", "getOrderDetail"),
    _chain("order_shipment", "Where is the shipment of my order?", "searchOrders", "getOrderShipment"),
    _chain("refund_detail", "환불 상세 내역을 보여줘", "searchRefunds", "getRefundDetail"),
    _chain("coupon", "쿠폰 정보를 보여줘", "searchCoupons", "getCoupon"),
    _chain("reviews", "Show the reviews of a product", "searchProducts", "getProductReviews"),
    _chain("wishlist", "회원이 찜한 상품 목록", "searchMembers", "getMemberWishlist"),
    _chain("category", "분류 하나를 조회해줘", "getCategoryList", "getCategory"),
    _chain("deliveries", "회원 배송지 목록", "searchMembers", "getMemberDeliveryList"),
    _chain(
        "delivery_detail",
        "회원 배송지 상세 정보를 조회해줘",
        "searchMembers",
        "getMemberDeliveryList",
        "getMemberDeliveryDetail",
    ),
    _chain(
        "delivery_given",
        "배송지 하나를 자세히 보여줘",
        "getMemberDeliveryList",
        "getMemberDeliveryDetail",
        given=("memberNo",),
    ),
    _chain("issue_coupon", "회원에게 쿠폰을 발급해줘", "searchCoupons", "searchMembers", "issueCoupon"),
    _chain("payment", "결제 정보를 조회해줘", "searchOrders", "getOrderDetail", "getPayment"),
)


def measure(_folder: Path) -> Measured:
    graph = read_openapi(DOCUMENT.read_bytes())
    sizes = {"cases": len(CASES), "tools": len(graph.tools)}
    return Measured(sizes, SETTINGS, measure_chains(graph, CASES))
